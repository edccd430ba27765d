/**
 * True for a WireGuard key, public, private or preshared: 32 bytes in padded base64 (44 characters). The last
 * character before the padding carries two unused bits, which must be zero, so that a key has one spelling only.
 */
export function isWireguardKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text) && text.length === 44;
}
