export { lineWriter } from './journal.ts';
export { type LineLevel, type LogLevel, logLevels } from './levels.ts';
export { createLog, type Log, type LogEntry, type LogFields, silentLog } from './log.ts';
