package io.racedet.junit.agent;

import java.lang.reflect.Field;
import java.util.function.ToIntFunction;
import net.bytebuddy.jar.asm.Type;

/** Gives fields that are found by reflection the ids that woven instructions use. Thread-safe. */
final class FieldNumbers implements ToIntFunction<Field> {
  private final TypeCatalog types;
  private final SiteTable table;

  FieldNumbers(TypeCatalog types, SiteTable table) {
    this.types = types;
    this.table = table;
  }

  @Override
  public int applyAsInt(Field field) {
    Class<?> declaring = field.getDeclaringClass();
    FieldOutline outline =
        new FieldOutline(
            field.getName(), Type.getDescriptor(field.getType()), field.getModifiers());
    return types
        .typesOf(declaring.getClassLoader())
        .fieldId(Type.getInternalName(declaring), outline, table);
  }
}
