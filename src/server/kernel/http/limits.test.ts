import { expect, test } from 'vitest'
import { addressKey, inWords } from './limits.ts'

test.each([
  ['192.0.2.7', '192.0.2.7', 'an IPv4 address is itself'],
  ['::ffff:192.0.2.7', '192.0.2.7', 'also in its IPv6 dress'],
  ['::FFFF:192.0.2.7', '192.0.2.7', 'in capitals, too'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', 'of an IPv6 address the /64 counts'],
  ['2001:db8:1:2::1', '2001:db8:1:2', 'however it is shortened'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2', 'to its last neighbour'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2', 'with zeros and capitals'],
  ['2001:db8::1', '2001:db8:0:0', 'with a gap in the first half'],
  ['::1', '0:0:0:0', 'the loopback'],
  ['::', '0:0:0:0', 'and nothing at all'],
  ['2001:db8::', '2001:db8:0:0', 'with a gap at the end'],
  ['1:2:3:4:5:6:7::', '1:2:3:4', 'or one that stands for a single zero'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'a zone is no part of it'],
  ['2001:db8:1:3::1', '2001:db8:1:3', 'the next household is another'],
  ['192.0.2.7:4711', '192.0.2.7', 'without a port'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2', 'also behind brackets'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2', 'and brackets alone'],
  ['::ffff:c000:207', '192.0.2.7', 'in its other IPv6 dress'],
  ['', '', 'no address is a key as well'],
])('%s counts as %s: %s', (address, key) => expect(addressKey(address)).toBe(key))

test.each([
  [1, '1 second'],
  [2, '2 seconds'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [600, '10 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('%i seconds read "%s"', (seconds, words) => expect(inWords(seconds)).toBe(words))
