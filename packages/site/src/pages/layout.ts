import { type Html, html } from '../html.ts';

export interface Page {
  readonly title: string;
  readonly description: string;
  readonly policy: string;
  /** Script elements; a page without them needs none. */
  readonly scripts?: Html;
  readonly bodyClass: string;
  readonly body: Html;
}

/** The document around a page. All links are relative: the site works below any path. */
export function layout({ title, description, policy, scripts = html``, bodyClass, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="site.css">
${scripts}
</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`.text;
}
