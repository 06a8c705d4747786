package discovery

import (
	"encoding/binary"
	"errors"
	"strings"
)

// The layout of a beacon's packet, in both directions. A question is as long as its answer, so
// that nobody can use hosts to amplify a flood.
//
//	0–7    "doomhost"
//	8      version, 1
//	9      kind: 1 asks, 2 announces
//	10–11  TCP port of the game, little-endian; 0 when asking
//	12–43  id of the host's run, text, padded with zeros; all zero when asking
//	44     length of the name, at most 63; 0 when asking
//	45–107 the name, UTF-8, padded with zeros
const (
	packetMagic   = "doomhost"
	packetVersion = 1
	packetBytes   = 108

	packetID   = 12
	packetName = 44
)

type packetKind uint8

const (
	packetAsks packetKind = iota + 1
	packetAnnounces
)

// packet is a beacon's message.
type packet struct {
	kind packetKind
	port uint16
	id   string
	name string
}

var (
	// errForeignPacket is the error for bytes that are not a beacon's packet.
	errForeignPacket = errors.New("no beacon's packet")
	// errBadPacket is the error for a beacon's packet that has another version or is
	// malformed.
	errBadPacket = errors.New("a beacon's packet that makes no sense")
)

// append appends the packet to b. It shortens an id or name that is too long.
func (p packet) append(b []byte) []byte {
	at := len(b)
	b = append(b, packetMagic...)
	b = append(b, packetVersion, byte(p.kind))
	b = binary.LittleEndian.AppendUint16(b, p.port)
	b = append(b, cut(p.id, packetName-packetID)...)
	b = append(b, make([]byte, at+packetName-len(b))...)
	name := cut(p.name, maxLabel)
	b = append(b, byte(len(name)))
	b = append(b, name...)
	return append(b, make([]byte, at+packetBytes-len(b))...)
}

// parsePacket parses a packet strictly. The name may still contain any bytes.
func parsePacket(b []byte) (packet, error) {
	if len(b) < len(packetMagic) || string(b[:len(packetMagic)]) != packetMagic {
		return packet{}, errForeignPacket
	}
	if len(b) != packetBytes || b[8] != packetVersion {
		return packet{}, errBadPacket
	}
	n := int(b[packetName])
	if n > maxLabel || strings.Trim(string(b[packetName+1+n:]), "\x00") != "" {
		return packet{}, errBadPacket
	}
	p := packet{
		kind: packetKind(b[9]),
		port: binary.LittleEndian.Uint16(b[10:]),
		id:   strings.TrimRight(string(b[packetID:packetName]), "\x00"),
		name: string(b[packetName+1 : packetName+1+n]),
	}
	switch {
	case p.kind == packetAsks && p.port == 0 && p.id == "" && p.name == "":
	case p.kind == packetAnnounces && p.port != 0 && validID(p.id):
	default:
		return packet{}, errBadPacket
	}
	return p, nil
}
