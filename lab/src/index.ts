export { internet, lan } from './addresses.ts';
export { attachLab } from './attach-lab.ts';
export { reportedCounts } from './capture.ts';
export { createLab } from './create-lab.ts';
export { destroyLeftovers } from './destroy-leftovers.ts';
export type {
  Capture,
  DnsQuery,
  ExecOptions,
  ExecResult,
  Lab,
  LabDescription,
  LabHost,
  LabHostName,
  LabOptions,
  LabPrerequisites,
  SiteUrl,
  SpawnOptions,
  Uplink,
  UplinkOptions,
} from './lab.ts';
export { labPrerequisites } from './prerequisites.ts';
export { tunnelVision } from './tunnel-vision.ts';
export { startUplink } from './uplink.ts';
