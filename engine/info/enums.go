package info

// FlagTranslation masks the bits of a player's colour; FlagTranslationShift is the lowest
// of them.
const (
	FlagTranslation      MobjFlags = 3 << FlagTranslationShift
	FlagTranslationShift           = 26
)

// The weapons.
const (
	WeaponFist WeaponType = iota
	WeaponPistol
	WeaponShotgun
	WeaponChaingun
	WeaponMissile
	WeaponPlasma
	WeaponBfg
	WeaponChainsaw
	WeaponSupershotgun

	// WeaponNone as the pending weapon means no change.
	WeaponNone WeaponType = 10
)

// NumWeapons is the number of weapons.
const NumWeapons = 9

// The kinds of ammo.
const (
	AmmoClip AmmoType = iota
	AmmoShell
	AmmoCell
	AmmoMisl

	// AmmoNone is the ammo of weapons that use none.
	AmmoNone AmmoType = 5
)

// NumAmmo is the number of kinds of ammo.
const NumAmmo = 4

// The powers.
const (
	PowerInvulnerability PowerType = iota
	PowerStrength
	PowerInvisibility
	PowerIronfeet
	PowerAllmap
	PowerInfrared
)

// NumPowers is the number of powers.
const NumPowers = 6

// The keys.
const (
	CardBluecard CardType = iota
	CardYellowcard
	CardRedcard
	CardBlueskull
	CardYellowskull
	CardRedskull
)

// NumCards is the number of keys.
const NumCards = 6
