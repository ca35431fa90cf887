package io.racedet.report.record;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Writes records, which {@link RecordReader} reads, and other values as JSON. */
public final class RecordWriter {
  private final JsonGenerator json;

  /** Creates a writer of records. */
  public RecordWriter(JsonGenerator json) {
    this.json = json;
  }

  /** Writes a record as an object. */
  public void write(Record value) throws IOException {
    json.writeStartObject();
    fields(value);
    json.writeEndObject();
  }

  /** Writes the fields of a record into an object that has been started. */
  public void fields(Record value) throws IOException {
    for (Map.Entry<String, String> derived : RecordForm.derived(value).entrySet()) {
      json.writeStringField(derived.getKey(), derived.getValue());
    }
    for (RecordForm.Field field : RecordForm.of(value.getClass()).fields()) {
      json.writeFieldName(field.name());
      value(field.of(value));
    }
  }

  /** Writes a text, number, truth value, list, record, or object of such values. */
  public void value(Object value) throws IOException {
    if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Enum<?> constant) {
      json.writeString(constant.name());
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Map<?, ?> object) {
      json.writeStartObject();
      for (Map.Entry<?, ?> field : object.entrySet()) {
        json.writeFieldName(field.getKey().toString());
        value(field.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        value(item);
      }
      json.writeEndArray();
    } else if (value instanceof Record object && !RecordForm.isNone(object)) {
      write(object);
    } else if (value instanceof Optional<?> optional && optional.isPresent()) {
      value(optional.get());
    } else {
      json.writeNull();
    }
  }
}
