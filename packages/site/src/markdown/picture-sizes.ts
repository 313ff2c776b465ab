import { posix } from 'node:path';
import { type SiteFile, siteFile } from '../site-file.ts';

/** CSS pixels per point. */
const PIXELS_PER_POINT = 4 / 3;

/** Adds the width and height of SVG pictures to the pages that display them, so that the text below does not move. */
export function withPictureSizes(files: readonly SiteFile[]): SiteFile[] {
  const pictures = new Map(
    files.filter(({ path }) => path.endsWith('.svg')).map((file) => [file.path, file]),
  );
  return files.map((file) => {
    if (!file.path.endsWith('.html') || !file.content.includes('<img src="')) return file;
    const markup = file.content.toString('utf8');
    const sized = markup.replace(/<img src="([^"]+\.svg)"(?![^>]*\swidth=)/g, (picture, source: string) => {
      const found = pictures.get(posix.join(posix.dirname(file.path), source));
      return found ? `${picture}${sizeOf(found)}` : picture;
    });
    return sized === markup ? file : siteFile(file.path, sized);
  });
}

function sizeOf({ content }: SiteFile): string {
  const [, width = '', height = ''] =
    /^<svg[^>]*\swidth="([\d.]+)pt" height="([\d.]+)pt"/.exec(content.toString('utf8')) ?? [];
  const pixels = (points: string) => Math.round(Number(points) * PIXELS_PER_POINT);
  return width === '' ? '' : ` width="${pixels(width)}" height="${pixels(height)}"`;
}
