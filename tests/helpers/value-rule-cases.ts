import type { Property } from '#schemas/page/form.ts'

/** Values that a named pattern takes, values that it refuses, and what it says of these. */
export interface ValueRuleCase {
  pattern: string
  good: readonly string[]
  bad: readonly string[]
  message: string
}

const digits = (count: number) => '1234567890'.repeat(30).slice(0, count)
const letters = (count: number) => 'abcDEF'.repeat(60).slice(0, count)
const mobiles = (starts: readonly string[]) => starts.map((start) => `${start}000000000`)

/** Every named pattern at its borders; a pattern with two tests stands here twice. */
export const VALUE_RULE_CASES: readonly ValueRuleCase[] = [
  {
    pattern: 'mobile',
    good: mobiles(['13', '14', '15', '17', '18']),
    bad: [...mobiles(['10', '11', '12', '16', '19', '23']), '1380000000', '138000000000'],
    message: '请输入正确手机号',
  },
  {
    pattern: 'username',
    good: ['abcd', 'A_1_', letters(18)],
    bad: ['a-bcd', 'a bcd', '张三丰李'],
    message: '只允许字母、数字、下划线',
  },
  {
    pattern: 'username',
    good: [letters(4), letters(18)],
    bad: [letters(3), letters(19)],
    message: '长度6到18个字符',
  },
  {
    pattern: 'email',
    good: ['', 'a@example.com', 'a.b+c@mail.example.cn'],
    bad: ['a', 'a@b', 'a b@example.com'],
    message: '邮箱格式不正确',
  },
  { pattern: 'natural', good: ['0', '12', digits(30)], bad: ['-1', '1.5', 'a'], message: '请输入自然数' },
  { pattern: 'english', good: ['a', 'ABCxyz'], bad: ['中', 'a1', 'a b'], message: '请输入英文字符' },
  {
    pattern: 'landline',
    good: ['010-62345678', '62345678', '0755-2345678-801'],
    bad: ['1', '13800000000', '010-02345678'],
    message: '请输入正确的座机号',
  },
  {
    pattern: 'bank_card',
    good: [digits(10), digits(20)],
    bad: [`0${digits(10)}`, digits(9), digits(21)],
    message: '请输入正确的银行卡号码',
  },
  {
    pattern: 'id_number',
    good: ['A', `${letters(25)}${digits(25)}`],
    bad: ['A-1', letters(51)],
    message: '请输入正确的证件号码',
  },
  {
    pattern: 'id_card',
    good: [digits(15), digits(18), '11010119900101001X'],
    bad: [digits(16), digits(17), '1101011990010100'],
    message: '请输入正确的身份证号码',
  },
  {
    pattern: 'qq',
    good: [digits(5), digits(12)],
    bad: [digits(4), digits(13), '1234a'],
    message: '请输入正确的QQ号码',
  },
  {
    pattern: 'http_url',
    good: ['http://a', 'https://example.com/x?y=1'],
    bad: ['ftp://a', 'example.com', 'https://'],
    message: '请输入以http和https开头的网址',
  },
  {
    pattern: 'letters_digits_20',
    good: ['a1', letters(20)],
    bad: [letters(21), 'a-1'],
    message: '请输入20位以内的英文字符和数字',
  },
  {
    pattern: 'chinese_english',
    good: ['张三', '张 San', letters(100)],
    bad: ['张', 'a1', letters(101)],
    message: '请输入2到100位的中英文字符和空格',
  },
  {
    pattern: 'digits_lines',
    good: ['1', '1\n2', '1\r\n2'],
    bad: ['1 2', 'a'],
    message: '请输入数字和换行符',
  },
  {
    pattern: 'text_255',
    good: ['x'.repeat(255), '字'.repeat(255)],
    bad: ['x'.repeat(256)],
    message: '请输入255位以内的字符',
  },
  {
    pattern: 'n6-16',
    good: [digits(6), digits(16)],
    bad: [digits(5), digits(17), '12345a'],
    message: '请输入6到16位数字',
  },
  {
    pattern: '*6-16',
    good: ['ab cd!', '字'.repeat(16)],
    bad: ['ab', 'x'.repeat(17)],
    message: '请输入6到16位任意字符',
  },
  {
    pattern: 's6-18',
    good: [letters(6), letters(18)],
    bad: [letters(5), letters(19), 'abc1ef'],
    message: '请输入6到18位字母',
  },
  {
    pattern: 'url',
    good: ['https://example.com/a?b=1', 'http://a-b.cn:8080'],
    bad: ['example', 'mailto:a@b.cn'],
    message: '请输入正确的网址',
  },
  { pattern: 'e', good: ['a.b@example.com'], bad: ['a@b', 'a.example.com'], message: '邮箱格式不正确' },
  {
    pattern: 'm',
    good: mobiles(['13', '14', '15', '16', '17', '18', '19']),
    bad: [...mobiles(['10', '11', '12', '23']), '1380000000', '138000000000'],
    message: '请输入正确手机号',
  },
  { pattern: 'p', good: ['100000'], bad: ['10000', '1000000', '10000a'], message: '请输入6位邮政编码' },
  { pattern: 's', good: ['abc'], bad: ['ab1', '中'], message: '请输入英文字符' },
  { pattern: 'n', good: ['1', '-1.5', '0.25'], bad: ['1.', '.5', '1e3', '--1'], message: '请输入数字' },
  { pattern: 'z', good: ['15', '-15', '0'], bad: ['1.5', 'a'], message: '请输入整数' },
  { pattern: '*', good: ['a', ' a'], bad: ['', ' ', '\n'], message: '不能为空' },
  {
    pattern: 'money',
    good: ['0', '10', '10.2', '10.25', '-3'],
    bad: ['010.2', '10.255', '1,000'],
    message: '请输入正确的金额',
  },
]

/** A field for each case, named by `nameOf`. */
export const VALUE_RULE_FIELDS: Readonly<Record<string, Property>> = Object.fromEntries(
  VALUE_RULE_CASES.map(({ pattern }, at) => [
    nameOf(at),
    {
      type: 'string',
      title: `字段${at}`,
      // Lines are typed where there is room for them.
      view: pattern === 'digits_lines' ? 'textarea' : 'text',
      maxLength: 300,
      validType: pattern,
    },
  ]),
)

/** The field of a case. */
export function nameOf(at: number): string {
  return `v${at}`
}

/** A row in which each field holds the first value that it takes. */
export const FITTING_ROW: Readonly<Record<string, string>> = Object.fromEntries(
  VALUE_RULE_CASES.map(({ good }, at) => [nameOf(at), good.find((value) => value !== '') ?? '']),
)
