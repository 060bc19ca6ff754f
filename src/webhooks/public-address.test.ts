import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    '93.184.216.34',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '2606:2800:220:1:248:1893:25c8:1946',
    '2a00:1450:4001::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    '2a00::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '1.2.3',
    // The ends of blocks.
    '0.255.255.255',
    '10.255.255.255',
    '169.254.255.255',
    '192.0.0.255',
    '192.0.2.255',
    '192.88.99.255',
    '192.168.255.255',
    '198.51.100.255',
    '203.0.113.255',
    '2001:1ff:ffff::1',
    '2001:db8:ffff::1',
    '2002:ffff:ffff::1',
    '3fff:fff:ffff::1',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    // https://learn.microsoft.com/en-us/azure/virtual-network/what-is-ip-address-168-63-129-16
    ['Azure, platform', '168.63.129.16'],
    ['Azure, platform, mapped', '::ffff:168.63.129.16'],
    // https://cloud.google.com/vpc/docs/configure-private-google-access
    ['Google, restricted services', '199.36.153.7'],
    ['Google, private services', '199.36.153.8'],
    ['Google, restricted services', '2600:2d00:2:1000::1'],
    ['Google, private services', '2600:2d00:2:2000::1'],
    // https://cloud.google.com/compute/docs/metadata/querying-metadata (metadata.google.internal)
    ['Google, metadata', '169.254.169.254'],
    ['Google, metadata', 'fd20:ce::254'],
    // https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
    ['IBM, infrastructure', '161.26.0.10'],
    ['IBM, infrastructure', '161.26.255.255'],
    ['IBM, services', '166.9.14.10'],
    ['IBM, services', '166.11.255.255'],
    // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html
    ['AWS, metadata', 'fd00:ec2::254'],
    // https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-iam-roles.html
    ['AWS, credentials of a task', '169.254.170.2'],
    // https://docs.aws.amazon.com/eks/latest/userguide/pod-id-how-it-works.html
    ['AWS, credentials of a pod', '169.254.170.23'],
    ['AWS, credentials of a pod', 'fd00:ec2::23'],
    // https://docs.aws.amazon.com/vpc/latest/userguide/AmazonDNS-concepts.html
    ['AWS, DNS', '169.254.169.253'],
    ['AWS, DNS', 'fd00:ec2::253'],
    // https://docs.oracle.com/en-us/iaas/Content/Compute/Tasks/gettingmetadata.htm, and its Classic edition
    ['Oracle, metadata', 'fd00:c1::a9fe:a9fe'],
    ['Oracle, metadata of Classic', '192.0.0.192'],
    // https://www.alibabacloud.com/help/en/ecs/user-guide/view-instance-metadata
    ['Alibaba, metadata', '100.100.100.200'],
    // https://www.tencentcloud.com/document/product/213/4934
    ['Tencent, metadata', '169.254.0.23'],
    // https://www.scaleway.com/en/docs/instances/how-to/use-cloud-init/
    ['Scaleway, metadata', '169.254.42.42'],
    ['Scaleway, metadata', 'fd00:42::42'],
    // https://techdocs.akamai.com/cloud-computing/docs/metadata-service-api
    ['Akamai (Linode), metadata', 'fd00:a9fe:a9fe::1'],
    // https://docs.openstack.org/nova/latest/user/metadata.html
    ['OpenStack, metadata', 'fe80::a9fe:a9fe'],
  ])('refuses the address of a cloud: %s, %s', (_name, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('accepts the neighbours of the addresses of clouds', () => {
    const neighbours = ['168.63.129.15', '168.63.129.17', '199.36.153.3', '199.36.153.12'];
    const others = ['161.25.255.255', '161.27.0.0', '166.7.255.255', '166.12.0.0'];
    const v6 = ['2600:2d00:2:fff:ffff::1', '2600:2d00:2:1001::1', '2600:2d00:2:2001::1'];
    for (const address of [...neighbours, ...others, ...v6]) {
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    }
  });

  it('judges an IPv6 address that contains an IPv4 address by that address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');
        const forms = ['::ffff:', '64:ff9b::'].flatMap((prefix) => [
          `${prefix}${address}`,
          `${prefix}${groups}`,
        ]);
        const expected = isPublicAddress(address);
        expect(forms.map(isPublicAddress)).toEqual(forms.map(() => expected));
      }),
    );
  });
});
