/**
 * A user as pickers show him. Sex, phone, number, state and time are for those who keep accounts (`system:user:list`);
 * everybody else finds null there.
 */
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
  status: number | null
  createTime: string | null
}
