package host

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// searchDomains returns the domains in which the system looks up short names: the DNS
// suffixes of its adapters.
func searchDomains() (domains []string) {
	const flags = windows.GAA_FLAG_SKIP_UNICAST | windows.GAA_FLAG_SKIP_ANYCAST | windows.GAA_FLAG_SKIP_MULTICAST | windows.GAA_FLAG_SKIP_DNS_SERVER
	size := uint32(16 << 10)
	for range 3 {
		room := make([]uint64, (size+7)/8) // aligned for the records
		first := (*windows.IpAdapterAddresses)(unsafe.Pointer(&room[0]))
		err := windows.GetAdaptersAddresses(windows.AF_UNSPEC, flags, 0, first, &size)
		if err == windows.ERROR_BUFFER_OVERFLOW {
			continue // size now holds the needed size
		}
		if err != nil {
			return nil
		}
		for a := first; a != nil; a = a.Next {
			if a.DnsSuffix != nil && a.OperStatus == windows.IfOperStatusUp {
				domains = append(domains, windows.UTF16PtrToString(a.DnsSuffix))
			}
		}
		return domains
	}
	return nil
}
