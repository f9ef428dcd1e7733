import { texts } from '#schemas/text/text.ts'

/** One test of a named pattern; all tests of a name must pass. */
export interface PatternTest {
  /** Regular expression source that RE2 understands as well (no look-around, no back reference). */
  pattern: string
  message: string
}

/** A validation of a typed value. */
export interface ValueRule {
  tests: readonly PatternTest[]
  /** What a fitting value looks like, said before anything was typed. */
  hint: string
  /** Message for a required field without a value, where the specification has one of its own. */
  required?: string
  /** A field with this pattern is required, whatever else its document says. */
  asksForValue?: true
}

/** A validation that a document names instead of writing it out. */
export interface NamedPattern extends ValueRule {
  title: string
}

const URL_PATTERN = String.raw`^(https?|ftp)://[\w\-]+(\.[\w\-]+)*(:\d{1,5})?([/?#][^\s]*)?$`

/** Codes of the online form designer (`field_valid_type`), and the patterns of the specification's own forms. */
const NAMED: Readonly<Record<string, NamedPattern>> = texts({
  'n6-16': one('6到16位数字', String.raw`^\d{6,16}$`, '请输入6到16位数字', '6到16位数字'),
  '*6-16': one('6到16位任意字符', '^[^\\n]{6,16}$', '请输入6到16位任意字符', '6到16位任意字符'),
  's6-18': one('6到18位字母', '^[a-zA-Z]{6,18}$', '请输入6到18位字母', '6到18位字母'),
  url: one('网址', URL_PATTERN, '请输入正确的网址', '如 https://www.example.com'),
  e: one('电子邮件', String.raw`^[\w.+\-]+@[\w\-]+(\.[\w\-]+)+$`, '邮箱格式不正确', '如 name@example.com'),
  m: {
    ...one('手机号码', String.raw`^1[3-9]\d{9}$`, '请输入正确手机号', '11位手机号码'),
    required: '请输入手机号',
  },
  p: one('邮政编码', String.raw`^\d{6}$`, '请输入6位邮政编码', '6位数字'),
  s: one('字母', '^[a-zA-Z]+$', '请输入英文字符', '只能输入英文字母'),
  n: one('数字', String.raw`^-?\d+(\.\d+)?$`, '请输入数字', '数字，可为负数或小数'),
  z: one('整数', String.raw`^-?\d+$`, '请输入整数', '整数，可为负数'),
  '*': { ...one('非空', String.raw`\S`, '不能为空', ''), required: '不能为空', asksForValue: true },
  money: one('金额', String.raw`^-?(0|[1-9]\d*)(\.\d{1,2})?$`, '请输入正确的金额', '金额，最多两位小数'),

  mobile: {
    ...one(
      '手机号',
      String.raw`^1[34578]\d{9}$`,
      '请输入正确手机号',
      '11位手机号码，以13、14、15、17或18开头',
    ),
    required: '请输入手机号',
  },
  username: {
    title: '用户名',
    tests: [
      { pattern: '^[a-zA-Z0-9_]+$', message: '只允许字母、数字、下划线' },
      // The specification checks 4 to 18 and says 6 to 18.
      { pattern: String.raw`^[\s\S]{4,18}$`, message: '长度6到18个字符' },
    ],
    hint: '4到18位字母、数字、下划线',
    required: '请输入用户名',
  },
  email: one('邮箱', String.raw`^[\w.+\-]+@[\w\-]+(\.[\w\-]+)+$`, '邮箱格式不正确', '如 name@example.com'),
  natural: one('自然数', String.raw`^\d+$`, '请输入自然数', '0或正整数'),
  english: one('英文', '^[a-zA-Z]+$', '请输入英文字符', '只能输入英文字母'),
  landline: one(
    '座机',
    String.raw`^(0\d{2,3}-?)?[1-9]\d{6,7}(-\d{1,6})?$`,
    '请输入正确的座机号',
    '如 010-62345678',
  ),
  bank_card: one('银行卡', String.raw`^[1-9]\d{9,19}$`, '请输入正确的银行卡号码', '10到20位数字，首位不为0'),
  id_number: one('证件号码', '^[a-zA-Z0-9]{1,50}$', '请输入正确的证件号码', '50位以内的字母和数字'),
  id_card: one(
    '身份证',
    String.raw`^(\d{15}|\d{17}[\dXx])$`,
    '请输入正确的身份证号码',
    '15位或18位身份证号码',
  ),
  qq: one('QQ', String.raw`^\d{5,12}$`, '请输入正确的QQ号码', '5到12位数字'),
  http_url: one('网址', String.raw`^https?://[^\s]+$`, '请输入以http和https开头的网址', '以http或https开头'),
  letters_digits_20: one(
    '英文数字',
    '^[a-zA-Z0-9]{1,20}$',
    '请输入20位以内的英文字符和数字',
    '20位以内的英文字母和数字',
  ),
  chinese_english: one(
    '中英文',
    '^[a-zA-Z一-龥 ]{2,100}$',
    '请输入2到100位的中英文字符和空格',
    '2到100位的中英文字符和空格',
  ),
  digits_lines: one('数字和换行', String.raw`^[\d\r\n]+$`, '请输入数字和换行符', '数字，可分行'),
  text_255: one('255位字符', String.raw`^[\s\S]{0,255}$`, '请输入255位以内的字符', '255位以内'),
})

function one(title: string, pattern: string, message: string, hint: string): NamedPattern {
  return { title, tests: [{ pattern, message }], hint }
}

/** The named pattern, or null: `only` is no pattern but the keyword `unique`. */
export function namedPattern(name: string): NamedPattern | null {
  return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? null) : null
}

/** The name of a pattern that consists of this one test; null where it has none, or says something else. */
export function patternName(pattern: string, message: string): string | null {
  const found = Object.entries(NAMED).find(
    ([, { tests }]) =>
      tests.length === 1 && tests[0]?.pattern === pattern && (message === '' || tests[0].message === message),
  )
  return found?.[0] ?? null
}

/** Names that `validType` accepts. */
export const PATTERN_NAMES: readonly string[] = Object.keys(NAMED)
