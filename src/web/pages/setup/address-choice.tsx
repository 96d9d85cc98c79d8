import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { ownAddressesQuery } from '../../parts/own-addresses.tsx';
import { saveSiteAddress } from './own-address.ts';

/**
 * Lets the user choose the stored address when the appliance has several. Shows nothing when there is no
 * choice.
 */
export function AddressChoice() {
  const { data } = useQuery(ownAddressesQuery);
  const [failure, setFailure] = useState<string | null>(null);
  if (!data?.siteurl) return null;
  const others = data.addresses.map((address) => address.replace(/\/$/, ''));
  const choices = [...new Set([data.siteurl, ...others])];
  if (choices.length < 2) return null;
  const choose = async (address: string) => {
    setFailure(null);
    try {
      await saveSiteAddress(address);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <NativeSelect
      label="Address in mails, labels and agents"
      description="A name is better than an IP address, which can change."
      data={choices}
      value={data.siteurl}
      onChange={(event) => choose(event.currentTarget.value)}
      error={failure}
    />
  );
}
