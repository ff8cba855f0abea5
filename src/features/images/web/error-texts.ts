import { formatCount } from '#ui/format/format.ts'
import type { ErrorTexts } from '#web/calls/error-texts.ts'

const saveAgain = 'Open it in an image editor, save it again and upload that file.'

export const imageErrorTexts: ErrorTexts = {
  labels: { alt: 'Alt text', file: 'Image', q: 'Search', url: 'Image URL' },
  reasons: {
    image_missing: 'This image was deleted.',
    image_in_use: ({ title, others }) =>
      `This image is used in “${title}”${Number(others) > 0 ? ` and ${formatCount(Number(others))} more` : ''}. It would disappear there.`,
    image_not_served: ({ host }) => `${host} didn’t return the image. Save it from there and upload the file.`,
    image_host_unreachable: ({ host }) => `${host} couldn’t be reached. Save the image from there and upload the file.`,
    image_timed_out: ({ host }) =>
      `${host} took too long to return the image. Try again, or save the image from there and upload the file.`,
    image_url_refused: ({ host }) =>
      `Images can’t be copied from ${host}. Save the image from there and upload the file.`,
    library_full: ({ max }) =>
      `This workspace has ${formatCount(Number(max))} images, the most it can have. Delete images you don’t use.`,
    file_too_large: ({ name }) => `${name} is larger than 10 MB. Make it smaller or save it as JPEG.`,
    too_many_pixels: ({ name, megapixels }) => `${name} has more than ${megapixels} megapixels. Make it smaller.`,
    too_many_frames: ({ name, max }) => `${name} has more than ${max} frames. Make the animation shorter.`,
    image_too_complex: ({ name }) => `${name} takes too long to process. Make it smaller.`,
    image_damaged: ({ name }) => `${name} is damaged or incomplete. ${saveAgain}`,
    no_dimensions: ({ name }) => `${name} has no width and height. ${saveAgain}`,
    not_only_an_image: ({ name }) => `${name} contains more than an image. ${saveAgain}`,
    wrong_format: ({ name, format }) => `${name} is really a ${format} file. Give it the right file extension.`,
    image_incomplete: ({ name }) => `${name} is incomplete. Upload the whole file.`,
    file_empty: ({ name }) => `${name} is empty. Choose another file.`,
    svg: ({ name }) => `${name} is an SVG, which can contain scripts. Export it as PNG.`,
    heic: ({ name }) => `${name} is a HEIC image, which browsers can’t show. Save it as JPEG.`,
    unsupported_image: ({ name }) => `${name} isn’t a supported image. Upload PNG, JPEG, WebP, AVIF or GIF.`,
  },
}
