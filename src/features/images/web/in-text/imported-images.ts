/** Added to the URL of a document whose text came from another site: its images are copied as those of pasted text are. */
export const importedImages = 'copy_images'
