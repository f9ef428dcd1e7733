import process from 'node:process'
import { configCommand } from './config-command.ts'

process.exitCode = await configCommand(process.argv.slice(2), process.env, console)
