/** A user as pickers show him; what else is known about him is for those who keep accounts. */
export interface UserRow {
  id: string
  username: string
  realname: string
  sex: number | null
  sex_dictText?: string
  phone: string | null
  avatar: string | null
  workNo: string | null
  orgCode: string | null
  /** Names of his departments, joined by commas. */
  orgCodeTxt: string
  status: number
  createTime: string | null
}
