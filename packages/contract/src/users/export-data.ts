import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { proof, proofErrors } from './proof.ts';

export const exportData = endpoint({
  method: 'POST',
  path: '/api/v1/users/current/export',
  summary: 'Export the data of the account as an archive, without secrets and hashes',
  tag: 'Users',
  caller: 'user',
  body: wire(proof),
  download: { mediaType: 'application/zip', fileName: 'comet-export.zip' },
  status: 200,
  errors: [...proofErrors],
});
