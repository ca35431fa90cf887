package io.racedet.report.record;

import com.fasterxml.jackson.core.JsonParser;
import io.racedet.report.Standing;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the records that {@link RecordWriter} writes. */
public final class RecordReader {
  private RecordReader() {}

  /**
   * Reads the record that a text consists of.
   *
   * @param version name of a number that the object must contain in addition to the fields of the
   *     record
   * @throws UnexpectedValueException when a value is missing or does not fit
   */
  public static <T extends Record> T read(
      JsonParser parser, Class<T> type, String version, int expected) throws IOException {
    JsonObject whole = JsonObject.read(parser);
    int found = whole.count(version);
    if (found != expected) {
      throw whole.wrong(version, found, "" + expected);
    }
    return type.cast(record(whole, type));
  }

  private static Record record(JsonObject json, Class<?> type) throws UnexpectedValueException {
    RecordForm form = RecordForm.of(type);
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : form.components()) {
      if (RecordForm.isInlined(component.getType())) {
        values.add(record(json, component.getType()));
        continue;
      }
      boolean isMissing = form.isAdded(component.getName()) && !json.has(component.getName());
      values.add(isMissing ? none(component.getType()) : value(json, component));
    }
    return form.make(values.toArray());
  }

  /** The default of a field that an earlier version lacks. */
  private static Object none(Class<?> type) {
    if (type == Optional.class) {
      return Optional.empty();
    }
    if (type == int.class) {
      return 0;
    }
    if (type == List.class) {
      return List.of();
    }
    if (type == Standing.class) {
      return Standing.UNKNOWN;
    }
    return type == long.class ? (Object) 0L : "";
  }

  private static Object value(JsonObject json, RecordComponent component)
      throws UnexpectedValueException {
    String name = component.getName();
    Class<?> type = component.getType();
    if (type == String.class) {
      return json.text(name);
    }
    if (type == int.class) {
      return json.count(name);
    }
    if (type == long.class) {
      return json.number(name);
    }
    if (type == boolean.class) {
      return json.flag(name);
    }
    if (type.isEnum()) {
      return json.constant(name, type);
    }
    if (type == List.class) {
      return list(json, name, item(component));
    }
    if (type == Optional.class) {
      return json.isNull(name)
          ? Optional.empty()
          : Optional.of(record(json.object(name), item(component)));
    }
    boolean isNone = RecordForm.none(type) != null && json.isNull(name);
    return isNone ? RecordForm.none(type) : record(json.object(name), type);
  }

  private static Class<?> item(RecordComponent component) {
    Type generic = component.getGenericType();
    return (Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[0];
  }

  private static List<?> list(JsonObject json, String name, Class<?> item)
      throws UnexpectedValueException {
    if (item == String.class) {
      return json.texts(name);
    }
    List<Record> records = new ArrayList<>();
    for (JsonObject object : json.objects(name)) {
      records.add(record(object, item));
    }
    return records;
  }
}
