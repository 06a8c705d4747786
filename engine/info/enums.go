package info

// FlagTranslation are the bits of a player's colour; FlagTranslationShift is
// where they begin.
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

	// WeaponNone as the pending weapon: no change.
	WeaponNone WeaponType = 10
)

// NumWeapons is how many there are.
const NumWeapons = 9

// The kinds of ammo.
const (
	AmmoClip AmmoType = iota
	AmmoShell
	AmmoCell
	AmmoMisl

	// AmmoNone is what weapons without ammo eat.
	AmmoNone AmmoType = 5
)

// NumAmmo is how many there are.
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

// NumPowers is how many there are.
const NumPowers = 6

// TicsPerSecond is how many tics a second has.
const TicsPerSecond = 35

// How long powers last, in tics. Strength and the map last as long as the level.
const (
	PowerTicsInvulnerability = 30 * TicsPerSecond
	PowerTicsInvisibility    = 60 * TicsPerSecond
	PowerTicsInfrared        = 120 * TicsPerSecond
	PowerTicsIronfeet        = 60 * TicsPerSecond
)

// The keys.
const (
	CardBluecard CardType = iota
	CardYellowcard
	CardRedcard
	CardBlueskull
	CardYellowskull
	CardRedskull
)

// NumCards is how many there are.
const NumCards = 6
