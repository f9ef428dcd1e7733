/** Why the server cannot start, in a sentence for the person at the terminal. Printed without a stack. */
export class StartError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartError'
  }
}
