/** True for two addresses that reach one mailbox, as far as can be told: what follows a plus is the reader's own mark (RFC 5233). */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}

function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  return name + email.slice(at).toLowerCase();
}
