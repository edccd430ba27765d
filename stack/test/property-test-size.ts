import fc from 'fast-check';

/**
 * By default, fast-check generates at most about ten elements, even with a higher maximum. With this setting it generates sequences up to
 * the maximum, which finds failures that take twenty steps; without a maximum, up to a hundred elements.
 */
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true, baseSize: 'medium' });
