/** A named pattern that a property's `validType` may refer to, and what is said when a value does not fit. */
export interface NamedPattern {
  pattern: string
  message: string
}

/** JeecgBoot's `field_valid_type` codes, as the grid and the form use them. All of them run on a linear-time engine. */
export const NAMED_PATTERNS: Readonly<Record<string, NamedPattern>> = {
  'n6-16': { pattern: '^\\d{6,16}$', message: '请输入6到16位数字' },
  '*6-16': { pattern: '^.{6,16}$', message: '请输入6到16位任意字符' },
  's6-18': { pattern: '^[a-zA-Z]{6,18}$', message: '请输入6到18位字母' },
  url: {
    pattern: '^((ht|f)tps?):\\/\\/[\\w\\-]+(\\.[\\w\\-]+)+([\\w\\-.,@?^=%&:\\/~+#]*[\\w\\-@?^=%&\\/~+#])?$',
    message: '请输入正规的网址',
  },
  e: { pattern: '^([\\w]+\\.?)*[\\w-]+@[\\w-]+(\\.[\\w-]+)+$', message: '请输入正确格式的电子邮件' },
  m: { pattern: '^1[3-9]\\d{9}$', message: '请输入正确的手机号码' },
  p: { pattern: '^[0-9]\\d{5}$', message: '请输入正确的邮政编码' },
  s: { pattern: '^[A-Za-z]+$', message: '请输入字母' },
  n: { pattern: '^-?\\d+(\\.?\\d+|\\d?)$', message: '请输入数字' },
  z: { pattern: '^-?\\d+$', message: '请输入整数' },
  '*': { pattern: '^[\\s\\S]+$', message: '该字段不能为空' },
  money: {
    pattern: '^(([1-9][0-9]*)|([0]\\.\\d{0,2}|[1-9][0-9]*\\.\\d{0,2})|0)$',
    message: '请输入正确的金额',
  },
}

/** Patterns of hand-made forms with the owner's exact messages. */
export const FORM_PATTERNS = {
  mobile: { pattern: '^1[34578]\\d{9}$', message: '请输入正确手机号', required: '请输入手机号' },
  username: { pattern: '^[a-zA-Z0-9_]*$', message: '只允许字母、数字、下划线', required: '请输入用户名' },
  email: { pattern: '^([\\w-]+\\.?)*[\\w-]+@[\\w-]+(\\.[\\w-]+)+$', message: '邮箱格式不正确' },
  naturalNumber: { pattern: '^[0-9]+$', message: '请输入自然数' },
  letters: { pattern: '^[a-zA-Z]+$', message: '请输入英文字符' },
  landline: { pattern: '^(\\d{3,4}-)?\\d{7,8}(-\\d{1,6})?$', message: '请输入正确的座机号' },
  bankCard: { pattern: '^[1-9]\\d{9,19}$', message: '请输入正确的银行卡号码' },
  idNumber: { pattern: '^[a-zA-Z0-9]{0,50}$', message: '请输入正确的证件号码' },
  chineseId: { pattern: '^(\\d{15}|\\d{17}[\\dXx])$', message: '请输入正确的身份证号码' },
  qq: { pattern: '^[1-9][0-9]{4,11}$', message: '请输入正确的QQ号码' },
  webAddress: { pattern: '^https?://\\S+$', message: '请输入以http和https开头的网址' },
  lettersAndDigits20: { pattern: '^[a-zA-Z0-9]{0,20}$', message: '请输入20位以内的英文字符和数字' },
  name: { pattern: '^[\\u4e00-\\u9fa5a-zA-Z ]{2,100}$', message: '请输入2到100位的中英文字符和空格' },
  digitsAndBreaks: { pattern: '^[0-9\\r\\n]*$', message: '请输入数字和换行符' },
  upTo255: { pattern: '^[\\s\\S]{0,255}$', message: '请输入255位以内的字符' },
} as const
