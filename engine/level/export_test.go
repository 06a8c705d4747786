package level

// Rejects says that nobody in sector from can see sector to.
func (l *Level) Rejects(from, to int32) bool {
	bit := int(from)*len(l.Sectors) + int(to)
	return bit>>3 < len(l.Reject) && l.Reject[bit>>3]&(1<<(bit&7)) != 0
}
