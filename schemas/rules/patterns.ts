/** One test of a named pattern; all tests of a name must pass. */
export interface PatternTest {
  /** Regular expression source that RE2 understands as well (no look-around, no back reference). */
  pattern: string
  message: string
}

/** A validation that a document names instead of writing it out. */
export interface NamedPattern {
  title: string
  tests: readonly PatternTest[]
  /** Message for a required field without a value, where the specification has one of its own. */
  required?: string
}

const URL_PATTERN = String.raw`^(https?|ftp)://[\w\-]+(\.[\w\-]+)*(:\d{1,5})?([/?#][^\s]*)?$`

/** Codes of the online form designer (`field_valid_type`), and the patterns of the specification's own forms. */
const NAMED: Readonly<Record<string, NamedPattern>> = {
  'n6-16': one('6到16位数字', String.raw`^\d{6,16}$`, '请输入6到16位数字'),
  '*6-16': one('6到16位任意字符', '^[^\\n]{6,16}$', '请输入6到16位任意字符'),
  's6-18': one('6到18位字母', '^[a-zA-Z]{6,18}$', '请输入6到18位字母'),
  url: one('网址', URL_PATTERN, '请输入正确的网址'),
  e: one('电子邮件', String.raw`^[\w.+\-]+@[\w\-]+(\.[\w\-]+)+$`, '邮箱格式不正确'),
  m: one('手机号码', String.raw`^1[3-9]\d{9}$`, '请输入正确手机号'),
  p: one('邮政编码', String.raw`^\d{6}$`, '请输入6位邮政编码'),
  s: one('字母', '^[a-zA-Z]+$', '请输入英文字符'),
  n: one('数字', String.raw`^-?\d+(\.\d+)?$`, '请输入数字'),
  z: one('整数', String.raw`^-?\d+$`, '请输入整数'),
  '*': one('非空', String.raw`\S`, '不能为空'),
  money: one('金额', String.raw`^-?(0|[1-9]\d*)(\.\d{1,2})?$`, '请输入正确的金额'),

  mobile: { ...one('手机号', String.raw`^1[34578]\d{9}$`, '请输入正确手机号'), required: '请输入手机号' },
  username: {
    title: '用户名',
    tests: [
      { pattern: '^[a-zA-Z0-9_]+$', message: '只允许字母、数字、下划线' },
      // The specification checks 4 to 18 and says 6 to 18.
      { pattern: String.raw`^[\s\S]{4,18}$`, message: '长度6到18个字符' },
    ],
    required: '请输入用户名',
  },
  email: one('邮箱', String.raw`^[\w.+\-]+@[\w\-]+(\.[\w\-]+)+$`, '邮箱格式不正确'),
  natural: one('自然数', String.raw`^\d+$`, '请输入自然数'),
  english: one('英文', '^[a-zA-Z]+$', '请输入英文字符'),
  landline: one('座机', String.raw`^(0\d{2,3}-?)?[1-9]\d{6,7}(-\d{1,6})?$`, '请输入正确的座机号'),
  bank_card: one('银行卡', String.raw`^[1-9]\d{9,19}$`, '请输入正确的银行卡号码'),
  id_number: one('证件号码', '^[a-zA-Z0-9]{1,50}$', '请输入正确的证件号码'),
  id_card: one('身份证', String.raw`^(\d{15}|\d{17}[\dXx])$`, '请输入正确的身份证号码'),
  qq: one('QQ', String.raw`^\d{5,12}$`, '请输入正确的QQ号码'),
  http_url: one('网址', String.raw`^https?://[^\s]+$`, '请输入以http和https开头的网址'),
  letters_digits_20: one('英文数字', '^[a-zA-Z0-9]{1,20}$', '请输入20位以内的英文字符和数字'),
  chinese_english: one('中英文', '^[a-zA-Z一-龥 ]{2,100}$', '请输入2到100位的中英文字符和空格'),
  digits_lines: one('数字和换行', String.raw`^[\d\r\n]+$`, '请输入数字和换行符'),
  text_255: one('255位字符', String.raw`^[\s\S]{0,255}$`, '请输入255位以内的字符'),
}

function one(title: string, pattern: string, message: string): NamedPattern {
  return { title, tests: [{ pattern, message }] }
}

/** The named pattern, or null: `only` is no pattern but the keyword `unique`. */
export function namedPattern(name: string): NamedPattern | null {
  return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? null) : null
}

/** Names that `validType` accepts. */
export const PATTERN_NAMES: readonly string[] = Object.keys(NAMED)
