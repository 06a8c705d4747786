package info

//go:generate go run ./gen .

// New returns Doom's tables without any patch. They belong to the caller.
func New() *Tables {
	t := &Tables{
		States:   append([]State(nil), stateTable[:]...),
		Mobjs:    append([]Mobj(nil), mobjTable[:]...),
		Weapons:  weaponTable,
		MaxAmmo:  [NumAmmo]int32{AmmoClip: 200, AmmoShell: 50, AmmoCell: 300, AmmoMisl: 50},
		ClipAmmo: [NumAmmo]int32{AmmoClip: 10, AmmoShell: 4, AmmoCell: 20, AmmoMisl: 1},
		Sounds:   append([]Sound(nil), soundTable[:]...),
		Sprites:  append([]string(nil), spriteNames[:]...),
		Strings:  append([]string(nil), stringTable[:]...),
		Music:    append([]string(nil), musicNames[:]...),
		Pars:     parTable,
		Misc:     miscTable,
	}
	return t
}

// weaponTable holds each weapon's ammo and states.
var weaponTable = [NumWeapons]Weapon{
	WeaponFist:         {AmmoNone, StatePunchup, StatePunchdown, StatePunch, StatePunch1, StateNull},
	WeaponPistol:       {AmmoClip, StatePistolup, StatePistoldown, StatePistol, StatePistol1, StatePistolflash},
	WeaponShotgun:      {AmmoShell, StateSgunup, StateSgundown, StateSgun, StateSgun1, StateSgunflash1},
	WeaponChaingun:     {AmmoClip, StateChainup, StateChaindown, StateChain, StateChain1, StateChainflash1},
	WeaponMissile:      {AmmoMisl, StateMissileup, StateMissiledown, StateMissile, StateMissile1, StateMissileflash1},
	WeaponPlasma:       {AmmoCell, StatePlasmaup, StatePlasmadown, StatePlasma, StatePlasma1, StatePlasmaflash1},
	WeaponBfg:          {AmmoCell, StateBfgup, StateBfgdown, StateBfg, StateBfg1, StateBfgflash1},
	WeaponChainsaw:     {AmmoNone, StateSawup, StateSawdown, StateSaw, StateSaw1, StateNull},
	WeaponSupershotgun: {AmmoShell, StateDsgunup, StateDsgundown, StateDsgun, StateDsgun1, StateDsgunflash1},
}

// parTable holds vanilla's par times. For episode 4 vanilla reads past the table's end,
// into the times of Doom II.
var parTable = Pars{
	Doom: [5][10]int32{
		1: {0, 30, 75, 120, 90, 165, 180, 180, 30, 165},
		2: {0, 90, 90, 90, 120, 90, 360, 240, 30, 170},
		3: {0, 90, 45, 90, 150, 90, 90, 165, 30, 135},
		4: {0, 90, 120, 120, 90, 150, 120, 120, 270, 90},
	},
	Doom2: [33]int32{0,
		30, 90, 120, 120, 90, 150, 120, 120, 270, 90,
		210, 150, 150, 150, 210, 150, 420, 150, 210, 150,
		240, 150, 180, 150, 150, 300, 330, 420, 300, 180,
		120, 30,
	},
}

var miscTable = Misc{
	InitialHealth:    100,
	InitialBullets:   50,
	MaxHealth:        200,
	MaxArmor:         200,
	GreenArmorClass:  1,
	BlueArmorClass:   2,
	MaxSoulsphere:    200,
	SoulsphereHealth: 100,
	MegasphereHealth: 200,
	GodModeHealth:    100,
	IDFAArmor:        200,
	IDFAArmorClass:   2,
	IDKFAArmor:       200,
	IDKFAArmorClass:  2,
	BFGCells:         40,
}
