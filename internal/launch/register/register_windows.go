package register

import (
	"errors"

	"golang.org/x/sys/windows/registry"
)

func register(program string) (Result, error) { return addClasses(userClasses{}, program) }

func unregister() (Result, error) { return removeClasses(userClasses{}) }

// userClasses accesses the current user's registry.
type userClasses struct{}

const classesPath = `Software\Classes\`

func (userClasses) get(key, name string) (string, error) {
	k, err := registry.OpenKey(registry.CURRENT_USER, classesPath+key, registry.QUERY_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer k.Close() //nolint:errcheck // only read
	value, _, err := k.GetStringValue(name)
	if errors.Is(err, registry.ErrNotExist) {
		return "", nil
	}
	return value, err
}

func (userClasses) set(key, name, value string) error {
	k, _, err := registry.CreateKey(registry.CURRENT_USER, classesPath+key, registry.SET_VALUE)
	if err != nil {
		return err
	}
	if err := k.SetStringValue(name, value); err != nil {
		_ = k.Close()
		return err
	}
	return k.Close()
}

func (u userClasses) remove(key string) error {
	k, err := registry.OpenKey(registry.CURRENT_USER, classesPath+key, registry.ENUMERATE_SUB_KEYS)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	below, err := k.ReadSubKeyNames(-1)
	_ = k.Close()
	if err != nil {
		return err
	}
	for _, name := range below {
		if err := u.remove(key + `\` + name); err != nil {
			return err
		}
	}
	return registry.DeleteKey(registry.CURRENT_USER, classesPath+key)
}
