import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';
import { proof, proofErrors } from './proof.ts';

export const exportData = endpoint({
  method: 'POST',
  path: '/api/v1/users/current/export',
  summary: 'Everything we hold about the account, as one archive; secrets and hashes are never in it',
  tag: 'Users',
  caller: 'user',
  body: wire(proof),
  download: { mediaType: 'application/zip', fileName: 'comet-export.zip' },
  status: 200,
  errors: [...proofErrors],
});
