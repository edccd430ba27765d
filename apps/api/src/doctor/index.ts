export { examine } from './doctor.ts';
export { findingsJson, findingsText } from './finding.ts';
export { systemProbe } from './probe.ts';
