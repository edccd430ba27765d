export { QueryResult } from './query-result.tsx';
