import { attributeText } from './cell-text.ts'
import type { StyledCell } from './sheet.ts'

type Look = NonNullable<StyledCell['as']> | 'text' | 'link'

/** Fonts, in the order of `FONT`. */
const FONTS = [
  '<font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="14"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font>',
]
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF0F2F5"/></patternFill></fill>',
]
/** Text of PostgreSQL is text to Excel, too: what is typed over it stays one. */
const TEXT_FORMAT = 49
const FIRST_OWN_FORMAT = 164

/** How each look is written; all of them but numbers are texts. */
const LOOKS: Record<Look, string> = {
  text: `<xf numFmtId="${TEXT_FORMAT}" fontId="0" applyNumberFormat="1"/>`,
  title: `<xf numFmtId="${TEXT_FORMAT}" fontId="1" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="center" vertical="center"/></xf>`,
  note: `<xf numFmtId="${TEXT_FORMAT}" fontId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>`,
  heading: `<xf numFmtId="${TEXT_FORMAT}" fontId="2" fillId="2" applyNumberFormat="1" applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>`,
  link: `<xf numFmtId="${TEXT_FORMAT}" fontId="3" applyNumberFormat="1"/>`,
}
const ORDER = Object.keys(LOOKS) as Look[]

/** The styles of a workbook, which are known when its rows are written. */
export interface Styles {
  look(name: Look): number
  /** Of numbers; without a format as Excel shows them. */
  number(format: string | undefined): number
  xml(): string
}

/** Styles that grow with the formats that are asked for. */
export function createStyles(): Styles {
  const formats: string[] = []
  return {
    look: (name) => 1 + ORDER.indexOf(name),
    number(format) {
      if (format === undefined) return 0
      if (!formats.includes(format)) formats.push(format)
      return 1 + ORDER.length + formats.indexOf(format)
    },
    xml() {
      const own = formats.map(
        (code, at) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + at}" formatCode="${attributeText(code)}"/>`,
      )
      const cells = [
        '<xf numFmtId="0"/>',
        ...ORDER.map((name) => LOOKS[name]),
        ...formats.map((_, at) => `<xf numFmtId="${FIRST_OWN_FORMAT + at}" applyNumberFormat="1"/>`),
      ]
      return [
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
        own.length > 0 ? `<numFmts count="${own.length}">${own.join('')}</numFmts>` : '',
        `<fonts count="${FONTS.length}">${FONTS.join('')}</fonts>`,
        `<fills count="${FILLS.length}">${FILLS.join('')}</fills>`,
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
        `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`,
      ].join('')
    },
  }
}
