package io.racedet.junit.extension;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ModifierSupport;

/**
 * The values of static {@code @TempDir} fields. An inner run sets them to directories of its own,
 * but {@code @BeforeAll}, which may have filled the directory, runs only in the outer run.
 */
final class StaticTempDirs {
  private final Map<Field, Object> values = new LinkedHashMap<>();

  StaticTempDirs(List<Class<?>> testClasses) {
    for (Class<?> testClass : testClasses) {
      AnnotationSupport.findAnnotatedFields(testClass, TempDir.class, ModifierSupport::isStatic)
          .forEach(field -> values.put(field, read(field)));
    }
  }

  void restore() {
    values.forEach(StaticTempDirs::write);
  }

  private static Object read(Field field) {
    try {
      field.setAccessible(true);
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot read " + field, e);
    }
  }

  private static void write(Field field, Object value) {
    try {
      field.set(null, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot restore " + field, e);
    }
  }
}
