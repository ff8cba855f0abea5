import { html } from 'hono/html'
import type { Email, EmailPart, RenderedEmail } from './email.ts'

/** @returns the subject, and the message as HTML (light and dark, from 320 px) and as plain text */
export function renderEmail(email: Email): RenderedEmail {
  return {
    // A line break in a name must not begin another header.
    subject: email.subject.replace(/\s+/g, ' ').slice(0, 180),
    preview: email.preview,
    text: toText(email),
    html: toHtml(email).toString(),
  }
}

function toText({ heading, parts, action, after = [], why, links = [] }: Email): string {
  const blocks = [
    heading,
    ...parts.map(toTextPart),
    ...(action ? [`${action.label}:\n${action.link}`] : []),
    ...after,
    ['--', why, ...links.map(({ label, link }) => `${label}: ${link}`)].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

function toTextPart(part: EmailPart): string {
  switch (part.kind) {
    case 'text':
    case 'warning':
      return part.text
    case 'codes':
      return part.codes.join('\n')
    case 'numbers':
      return part.numbers.map(({ value, label }) => `${value} ${label}`).join(' · ')
    case 'section':
      return `${part.title}\n${'='.repeat(Math.min(72, [...part.title].length))}\n${part.detail}\n${part.link}`
    case 'list':
      return [
        part.title,
        ...part.rows.map(({ text, detail, value, note }) =>
          `  ${part.sign} ${text} (${[detail, value, note].filter(Boolean).join(', ')})`.replace(' ()', ''),
        ),
        ...(part.more > 0 ? [`    and ${part.more.toLocaleString('en')} more`] : []),
      ].join('\n')
    case 'quotes':
      return [
        ...(part.title === null ? [] : [part.title]),
        ...part.rows.map(({ about, detail, text, link }) => [about, detail, text, link].filter(Boolean).join('\n')),
        ...(part.more > 0 ? [`and ${part.more.toLocaleString('en')} more`] : []),
      ].join('\n\n')
  }
}

const serif = "Newsreader,Georgia,'Times New Roman',serif"
const sans = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const ink = '#1a1d26'
const gray = '#5b5f69'
const line = '#e4e2dc'

/** Inline styles are the light colors; mail programs that know dark mode take these. */
const darkStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.e-page{background:#12141b!important}
.e-card{background:#191c24!important;border-color:#30343f!important}
.e-line{border-color:#30343f!important}
.e-ink{color:#edeae4!important}
.e-gray{color:#a9adb6!important}
.e-button{background:#edeae4!important;color:#1a1d26!important}
.e-warning{background:#33290f!important;color:#f0cf7a!important}
.e-code{background:#12141b!important;color:#edeae4!important}
}
@media (max-width:480px){.e-pad{padding-left:20px!important;padding-right:20px!important}.e-title{font-size:26px!important}}`

/** The logo on white, since logos are made for it, also in dark mode; else a square in the color. */
const toMark = (workspace: Email['workspace']) =>
  workspace?.logo
    ? html`<span style="display:inline-block;background:#ffffff;border-radius:4px;padding:4px 6px;vertical-align:middle;margin-right:10px"><img src="${workspace.logo}" height="24" alt="" style="display:block;height:24px;max-width:140px"></span>`
    : html`<span style="display:inline-block;width:14px;height:14px;border-radius:4px;background:${
        workspace?.color ?? '#c2410c'
      };vertical-align:-2px;margin-right:10px"></span>`

function toHtml({ preview, workspace, date, heading, parts, action, after = [], why, links = [], subject }: Email) {
  return html`<!doctype html>
<html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${darkStyle}</style>
</head>
<body class="e-page" style="margin:0;padding:0;background:#f3f1ec">
<div style="display:none;max-height:0;overflow:hidden">${preview}${filler}</div>
<table role="presentation" class="e-page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f1ec"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" class="e-card" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#fffefb;border:1px solid ${line};border-radius:8px;font:15px/1.55 ${sans};color:${ink}">
<tr><td class="e-pad e-line" style="padding:18px 36px;border-bottom:1px solid ${line}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td class="e-ink" style="font:600 15px/1.4 ${sans};color:${ink}">${toMark(workspace)}${workspace?.name ?? 'Earshot'}</td>
<td class="e-gray" align="right" style="font:13px/1.4 ${sans};color:${gray}">${date ?? ''}</td>
</tr></table></td></tr>
<tr><td class="e-pad" style="padding:26px 36px 30px">
<h1 class="e-ink e-title" style="margin:0 0 14px;font:500 29px/1.2 ${serif};color:${ink};overflow-wrap:anywhere">${heading}</h1>
${parts.map(toHtmlPart)}
${
  action
    ? html`<p style="margin:24px 0 14px"><a class="e-button" href="${action.link}" style="display:inline-block;padding:11px 22px;border-radius:6px;background:${ink};color:#fffefb;font:600 15px/1.4 ${sans};text-decoration:none">${action.label}</a></p>`
    : ''
}
${after.map((text) => html`<p class="e-gray" style="margin:12px 0 0;color:${gray}">${text}</p>`)}
</td></tr></table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px"><tr><td class="e-pad e-gray" style="padding:18px 36px;font:13px/1.55 ${sans};color:${gray}">${why}${
    links.length > 0 ? html`<br>` : ''
  }${links.map(
    ({ label, link }, at) =>
      html`${at > 0 ? ' · ' : ''}<a class="e-gray" href="${link}" style="color:${gray}">${label}</a>`,
  )}</td></tr></table>
</td></tr></table>
</body></html>
`
}

/** Keeps an inbox from showing the email's first words after the preview. */
const filler = '\u00a0\u200c'.repeat(40)

function toHtmlPart(part: EmailPart) {
  switch (part.kind) {
    case 'text':
      return html`<p class="${part.quiet ? 'e-gray' : 'e-ink'}" style="margin:0 0 12px;color:${part.quiet ? gray : ink};overflow-wrap:anywhere">${part.text}</p>`
    case 'warning':
      return html`<p class="e-warning" style="margin:16px 0;padding:10px 14px;border-left:3px solid #d99a1c;background:#fdf6e3;color:#7a5200;font-size:14px">${part.text}</p>`
    case 'codes':
      return html`<p class="e-code" style="margin:14px 0;padding:14px 18px;border-radius:6px;background:#f3f1ec;color:${ink};font:600 20px/1.7 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.04em">${part.codes.map(
        (code, at) => html`${at > 0 ? html`<br>` : ''}${code}`,
      )}</p>`
    case 'numbers':
      return html`<table role="presentation" class="e-line" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0;border-top:1px solid ${line};border-bottom:1px solid ${line}"><tr>${part.numbers.map(
        ({ value, label }) =>
          html`<td valign="top" style="padding:12px 12px 12px 0;width:${Math.floor(100 / part.numbers.length)}%"><span class="e-ink" style="font:500 28px/1.15 ${serif};color:${ink}">${value}</span><br><span class="e-gray" style="font:13px/1.4 ${sans};color:${gray}">${label}</span></td>`,
      )}</tr></table>`
    case 'section':
      return html`<h2 class="e-ink" style="margin:34px 0 4px;font:500 22px/1.25 ${serif};overflow-wrap:anywhere"><a class="e-ink" href="${part.link}" style="color:${ink};text-decoration:none">${part.title}</a></h2>
<p class="e-gray" style="margin:0 0 10px;color:${gray}">${part.detail}</p>`
    case 'list':
      return html`<h3 class="e-ink" style="margin:22px 0 8px;font:500 19px/1.3 ${serif};color:${ink}">${part.title}</h3>
<table role="presentation" class="e-line" width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid ${line}">${part.rows.map(
        (
          row,
        ) => html`<tr><td class="e-line" valign="top" style="padding:9px 12px 9px 0;border-bottom:1px solid ${line};overflow-wrap:anywhere"><span class="e-ink" style="color:${ink}">${row.text}</span><br><span class="e-gray" style="font-size:13px;color:${gray}">${row.detail}</span></td>
<td class="e-line" valign="top" align="right" style="padding:9px 0;border-bottom:1px solid ${line};white-space:nowrap"><span class="e-ink" style="font-weight:600;color:${ink}">${row.value ?? '–'}</span><br><span class="e-gray" style="font-size:13px;color:${gray}">${row.note ?? ''}</span></td></tr>`,
      )}${
        part.more > 0
          ? html`<tr><td class="e-gray" colspan="2" style="padding:9px 0;font-size:13px;color:${gray}">and ${part.more.toLocaleString('en')} more</td></tr>`
          : ''
      }</table>`
    case 'quotes':
      return html`${
        part.title === null
          ? ''
          : html`<h2 class="e-ink" style="margin:34px 0 8px;font:500 22px/1.25 ${serif};color:${ink}">${part.title}</h2>`
      }
<table role="presentation" class="e-line" width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid ${line}">${part.rows.map(
        ({ about, detail, text, link }) =>
          html`<tr><td class="e-line" valign="top" style="padding:9px 0;border-bottom:1px solid ${line};overflow-wrap:anywhere"><a class="e-ink" href="${link}" style="font-weight:600;color:${ink}">${about}</a><br><span class="e-gray" style="font-size:13px;color:${gray}">${detail}</span>${
            text ? html`<br><span class="e-ink" style="color:${ink}">${text}</span>` : ''
          }</td></tr>`,
      )}${
        part.more > 0
          ? html`<tr><td class="e-gray" style="padding:9px 0;font-size:13px;color:${gray}">and ${part.more.toLocaleString('en')} more</td></tr>`
          : ''
      }</table>`
  }
}
