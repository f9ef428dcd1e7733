import { Type } from 'typebox'

/** POST /sys/message/sysMessageTemplate/sendMsg; `testData` are the values of the variables, an object or its JSON. */
export const sendMessageBody = Type.Object({
  msgType: Type.String({ minLength: 1, maxLength: 20 }),
  templateCode: Type.String({ minLength: 1, maxLength: 64 }),
  receiver: Type.String({ minLength: 1, maxLength: 1000 }),
  testData: Type.Optional(Type.Unknown()),
})
