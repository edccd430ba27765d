import {
  type RecoverableAccount,
  recoverableAccounts,
  recoverAccount,
  type RecoveryDeps,
} from './recover-account.ts';

/**
 * `recover-account EMAIL|ID [NEW-EMAIL]`: one sentence about what was done. Throws an Error with one about what the operator has to do
 * otherwise.
 */
export async function recoverByCommand(
  deps: RecoveryDeps,
  given: {
    readonly emailOrId: string | undefined;
    readonly newEmail: string | undefined;
    readonly operator: string;
  },
): Promise<string> {
  const { emailOrId, newEmail, operator } = given;
  if (emailOrId === undefined) throw new Error('Name an account: recover-account ada@example.org');
  if (newEmail !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(newEmail))
    throw new Error(`${newEmail} is no email address`);
  const [account, ...others] = await recoverableAccounts(deps.db, emailOrId);
  if (account === undefined) throw new Error(`No deleted account that could be recovered: ${emailOrId}`);
  if (others.length > 0) throw new Error(severalOf([account, ...others]));
  const recovered = await recoverAccount(deps, {
    id: account.id,
    operator,
    ...(newEmail === undefined ? {} : { newEmail }),
  });
  if (recovered.ok) return `Recovered ${recovered.value.email}. Its owner signs in again and chooses a plan.`;
  if (recovered.error === 'not_found') throw new Error('The account was removed or recovered just now');
  throw new Error(
    `A newer account has confirmed ${newEmail ?? account.email}. Have its owner delete it, or name another address ` +
      `of the owner: recover-account ${account.id} NEW-EMAIL`,
  );
}

function severalOf(accounts: readonly RecoverableAccount[]): string {
  const lines = accounts.map(
    ({ id, createdAt, deletedAt, emailVerified }) =>
      `  ${id}  made ${createdAt.toISOString()}, deleted ${deletedAt.toISOString()}, address ${emailVerified ? '' : 'not '}confirmed`,
  );
  return ['Several deleted accounts have this address. Name one by its id:', ...lines].join('\n');
}
