/** Makes a task run once at a time: a call while it runs makes it run once more afterwards, and all wait for that. */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  return () => {
    if (running) {
      again = true
      return running
    }
    running = (async () => {
      do {
        again = false
        await task()
      } while (again)
    })().finally(() => {
      running = null
    })
    return running
  }
}
