import { styleText } from 'node:util';

type Paint = (text: string) => string;

/** The characters and colours of drawings. */
export interface Style {
  readonly glyphs: Glyphs;
  readonly pen: Pen;
}

export interface Glyphs {
  /** From the lowest to the highest bar of a chart. */
  readonly levels: readonly string[];
  /** From the thinnest to the full cell of a horizontal bar. */
  readonly bar: readonly string[];
  /** From the lightest to the darkest cell of a heatmap. */
  readonly shades: readonly string[];
  readonly rule: string;
  /** Between the parts of a caption. */
  readonly dot: string;
  readonly ellipsis: string;
  /** Stands for a value that does not exist. */
  readonly none: string;
}

interface Pen {
  readonly title: Paint;
  readonly faint: Paint;
  readonly alarm: Paint;
  /** The colour of a series by its position. */
  readonly series: (index: number) => Paint;
}

const BLOCKS: Glyphs = {
  levels: [...'▁▂▃▄▅▆▇█'],
  bar: [...'▏▎▍▌▋▊▉█'],
  shades: [...'░▒▓█'],
  rule: '─',
  dot: '·',
  ellipsis: '…',
  none: '–',
};

const ASCII: Glyphs = {
  levels: [...'_.:-=+*#'],
  bar: ['#'],
  shades: [...'.:+#'],
  rule: '-',
  dot: '|',
  ellipsis: '...',
  none: '-',
};

const unpainted: Paint = (text) => text;
const COLOURS = ['cyan', 'yellow', 'green', 'magenta', 'blue', 'red'] as const;

/** Colours only if `colours`. The callers decide, so styleText must not look at the stream. */
export function styleOf({ blocks, colours }: { readonly blocks: boolean; readonly colours: boolean }): Style {
  const paint =
    (format: Parameters<typeof styleText>[0]): Paint =>
    (text) =>
      styleText(format, text, { validateStream: false });
  return {
    glyphs: blocks ? BLOCKS : ASCII,
    pen: colours
      ? {
          title: paint('bold'),
          faint: paint('dim'),
          alarm: paint('red'),
          series: (index) => paint(COLOURS[index % COLOURS.length] ?? 'cyan'),
        }
      : { title: unpainted, faint: unpainted, alarm: unpainted, series: () => unpainted },
  };
}
