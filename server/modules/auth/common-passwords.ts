/** Shorter ones are refused for their length. */
const MIN_LENGTH = 8

/** What the list below lacks: it counts worldwide and leaves out runs and repetitions. */
const LOCAL = `
  01234567 0123456789 76543210 87654321 987654321 9876543210 0987654321 12345679 123456780 1234554321 123454321
  11112222 11223344 12344321 111222333 123123123 123321123 66668888 88886666 13145200 5201314520 5211314521 52013140
  147258369 741852963 789456123 159357456 19900101 20002000 20082008 31415926
  abcd1234 abcdefgh abc12345 abc123456 a1234567 a12345678 a123456789 a1b2c3d4 aa123456 aa12345678 qq123456 qwe12345
  qwe123456 qwer1234 qwert123 qwerty12 qwerty123 qwerty123456 asd12345 asd123456 asdf1234 zxc12345 zxcvbnm1 1q2w3e4r
  1qaz2wsx 1qaz@wsx 1qaz2wsx3edc !qaz2wsx zaq12wsx qazwsx123 123456qq 123456aa 123456abc 12345678a 123456789a 1234qwer
  12345qwert 123qweasd 123qwe!@# 1234abcd
  admin123 admin123! admin1234 admin12345 admin123456 admin888 admin666 admin@123 admin#123 adminadmin administrator
  root1234 root123456 test1234 test123456 guest123 user1234 system123 manager1 manager123 oracle123 mysql123 postgres
  password password1 password12 password123 password! passw0rd p@ssword p@ssw0rd p@ssw0rd1 p@ssw0rd123 pass1234
  welcome1 welcome123 changeme changeme1 changeit letmein1 default1 jeecg123 jeecg123456 jeecgboot
  woaini520 woaini521 woaini1314 woaini123 woainima iloveyou iloveyou1 wodemima zhongguo zhongguo1 nihao123 nihaoma1
  caonima123 dearbook wangyut2 zhang123 wang1234 li123456 beijing2008 shanghai china123 china2008 taobao123
`

const REPEATED = [...'abcdefghijklmnopqrstuvwxyz0123456789'].flatMap((character) =>
  [8, 9, 10, 11, 12].map((length) => character.repeat(length)),
)

let known: Promise<ReadonlySet<string>> | null = null

/** Passwords that guessing starts with, in lower case: the tens of thousands most used, and those of this place. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  // Megabytes that only a change of password needs.
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const listed = dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH)
    return new Set([...listed, ...LOCAL.trim().split(/\s+/), ...REPEATED].map((one) => one.toLowerCase()))
  })
  return known
}
