package icon

import (
	"encoding/binary"
	"fmt"
)

// ICOSizes are the pictures in an .ico file, in pixels along a side.
var ICOSizes = []int{16, 32, 48, 64, 128, 256}

// ICO is a Windows icon file of PNG pictures.
//
//	0  u16  0
//	2  u16  1, an icon
//	4  u16  number of pictures, for each of which follow 16 bytes:
//	   u8   width, u8 height (0 is 256), u8 colours 0, u8 0,
//	   u16  planes 1, u16 bits 32, u32 size, u32 offset of the picture
func (ic *Icon) ICO() ([]byte, error) {
	out := binary.LittleEndian.AppendUint16(nil, 0)
	out = binary.LittleEndian.AppendUint16(out, 1)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(ICOSizes)))
	offset := 6 + 16*len(ICOSizes)
	var pictures []byte
	for _, side := range ICOSizes {
		p, err := ic.PNG(side)
		if err != nil {
			return nil, err
		}
		out = append(out, byte(side), byte(side), 0, 0)
		out = binary.LittleEndian.AppendUint16(out, 1)
		out = binary.LittleEndian.AppendUint16(out, 32)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(p)))
		out = binary.LittleEndian.AppendUint32(out, uint32(offset+len(pictures)))
		pictures = append(pictures, p...)
	}
	return append(out, pictures...), nil
}

// icnsTypes are the PNG pictures of a macOS icon: type and pixels along a side.
var icnsTypes = []struct {
	kind string
	side int
}{
	{"icp4", 16}, {"icp5", 32}, {"ic11", 32}, {"ic12", 64}, {"ic07", 128}, {"ic13", 256}, {"ic08", 256}, {"ic14", 512}, {"ic09", 512}, {"ic10", 1024},
}

// ICNS is a macOS icon file of PNG pictures.
//
//	0  "icns"  4  u32 size of the file, then for each picture:
//	   type, u32 size with these 8 bytes, PNG
func (ic *Icon) ICNS() ([]byte, error) {
	out := append([]byte("icns"), 0, 0, 0, 0)
	for _, t := range icnsTypes {
		p, err := ic.PNG(t.side)
		if err != nil {
			return nil, fmt.Errorf("picture %s: %w", t.kind, err)
		}
		out = append(out, t.kind...)
		out = binary.BigEndian.AppendUint32(out, uint32(8+len(p)))
		out = append(out, p...)
	}
	binary.BigEndian.PutUint32(out[4:], uint32(len(out)))
	return out, nil
}
