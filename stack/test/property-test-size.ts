import fc from 'fast-check';

/**
 * By default, fast-check generates about ten elements at most, even with a higher maximum; with this setting a test that sets a
 * maximum gets sequences up to it, which finds failures that take twenty steps. Without a maximum, up to a hundred are generated.
 */
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true, baseSize: 'medium' });
