export { ExportAction } from './export-action.tsx';
export { ExportRow } from './export-row.tsx';
