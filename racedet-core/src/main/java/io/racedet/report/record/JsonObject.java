package io.racedet.report.record;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object of a JSON text, whose values are retrieved by name and type. */
final class JsonObject {
  private final String path;
  private final Map<String, Object> values;

  private JsonObject(String path, Map<String, Object> values) {
    this.path = path;
    this.values = values;
  }

  /** Reads the object that a text consists of. */
  static JsonObject read(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new UnexpectedValueException("not a report (expected: a JSON object)");
    }
    JsonObject whole = object("", parser);
    if (parser.nextToken() != null) {
      throw new UnexpectedValueException("text after the report (expected: its end)");
    }
    return whole;
  }

  private static JsonObject object(String path, JsonParser parser) throws IOException {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      values.put(name, value(path.isEmpty() ? name : path + '.' + name, parser));
    }
    return new JsonObject(path, values);
  }

  private static Object value(String path, JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(path, parser);
      case START_ARRAY -> {
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(path + '[' + items.size() + ']', parser));
        }
        yield items;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> Absent.NULL;
    };
  }

  private enum Absent {
    NULL
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  boolean isNull(String name) {
    return values.get(name) == Absent.NULL;
  }

  String text(String name) throws UnexpectedValueException {
    return typed(name, String.class, "a text");
  }

  long number(String name) throws UnexpectedValueException {
    return typed(name, Long.class, "a whole number");
  }

  int count(String name) throws UnexpectedValueException {
    long number = number(name);
    if ((int) number != number) {
      throw wrong(name, number, "a 32-bit number");
    }
    return (int) number;
  }

  boolean flag(String name) throws UnexpectedValueException {
    return typed(name, Boolean.class, "true or false");
  }

  JsonObject object(String name) throws UnexpectedValueException {
    return typed(name, JsonObject.class, "an object");
  }

  Object constant(String name, Class<?> type) throws UnexpectedValueException {
    String text = text(name);
    for (Object each : type.getEnumConstants()) {
      if (((Enum<?>) each).name().equals(text)) {
        return each;
      }
    }
    throw wrong(name, text, "one of " + List.of(type.getEnumConstants()));
  }

  List<String> texts(String name) throws UnexpectedValueException {
    return items(name, String.class, "texts");
  }

  List<JsonObject> objects(String name) throws UnexpectedValueException {
    return items(name, JsonObject.class, "objects");
  }

  private <T> List<T> items(String name, Class<T> type, String what)
      throws UnexpectedValueException {
    List<T> items = new ArrayList<>();
    for (Object item : typed(name, List.class, "an array of " + what)) {
      if (!type.isInstance(item)) {
        throw wrong(name, item, "an array of " + what);
      }
      items.add(type.cast(item));
    }
    return items;
  }

  private <T> T typed(String name, Class<T> type, String expected) throws UnexpectedValueException {
    Object value = values.get(name);
    if (!type.isInstance(value)) {
      throw wrong(name, value == null ? "missing" : value, expected);
    }
    return type.cast(value);
  }

  /** The exception for an unexpected value. */
  UnexpectedValueException wrong(String name, Object value, String expected) {
    String where = path.isEmpty() ? name : path + '.' + name;
    return new UnexpectedValueException(where + ": " + value + " (expected: " + expected + ")");
  }

  @Override
  public String toString() {
    return "an object";
  }
}
