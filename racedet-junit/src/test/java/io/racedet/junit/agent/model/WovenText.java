package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.AspectNames;
import io.racedet.junit.agent.model.language.LineTable;
import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLine;
import io.racedet.junit.agent.model.language.ModelParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A changed text of the model of the JDK. The hooks must be on the boot class path. */
public final class WovenText {
  private static final int RELEASE = Runtime.version().feature();

  private final AspectNames aspects;
  private final List<ModelClass> entries;
  private final JdkModel model;

  private WovenText(List<ModelClass> entries, AspectNames aspects) {
    this.aspects = aspects;
    this.entries = entries;
    this.model = JdkModel.of(entries, aspects);
  }

  /** Parses the text of the model of the JDK. */
  public static WovenText of(String text) {
    return parsed(text, new AspectNames());
  }

  /**
   * Parses a changed text, in which aspects have the same numbers as in this one.
   *
   * @throws ModelException if the text is not valid on this JDK
   */
  public WovenText with(String text) {
    return parsed(text, aspects);
  }

  private static WovenText parsed(String text, AspectNames aspects) {
    return new WovenText(ModelParser.parse("jdk.model", text, aspects), aspects);
  }

  /**
   * Weaves the entry of a class, and what it says of others: the fields in the nest of the class.
   *
   * @param className its binary name
   * @param before what to weave before
   * @return class files, without those of classes that the model does not name
   * @throws ModelException if the entry is not valid on this JDK
   */
  public Map<Class<?>, byte[]> weave(
      String className, BiFunction<Class<?>, byte[], byte[]> before) {
    Map<Class<?>, byte[]> woven = new LinkedHashMap<>();
    for (Class<?> type : model.classes()) {
      if (type.getNestHost() == hostOf(className)) {
        try {
          byte[] file = before.apply(type, JdkModelTests.bytesOf(type));
          woven.put(type, model.weave(type, file));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return woven;
  }

  /** As above, with nothing before. */
  public Map<Class<?>, byte[]> weave(String className) {
    return weave(className, (type, file) -> file);
  }

  /** The classes that the model names. */
  public List<Class<?>> classes() {
    return model.classes();
  }

  private static Class<?> hostOf(String className) {
    try {
      return Class.forName(className, false, ClassLoader.getPlatformClassLoader()).getNestHost();
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /**
   * The lines that apply to each method of a class, by name and descriptor: that of the method, and
   * those with which entries begin that apply to all methods.
   */
  public Map<String, Set<Integer>> linesOf(Class<?> type, byte[] classFile) {
    Map<String, Set<Integer>> lines = new LinkedHashMap<>();
    for (ModelClass entry : entries) {
      if (entry.range().contains(RELEASE) && isOf(entry, type)) {
        new ClassReader(classFile).accept(collector(entry, type, lines), ClassReader.SKIP_CODE);
      }
    }
    return lines;
  }

  private static boolean isOf(ModelClass entry, Class<?> type) {
    return entry.name().equals(type.getName())
        || !entry.volatiles().isEmpty() && hostOf(entry.name()) == type.getNestHost();
  }

  private static ClassVisitor collector(
      ModelClass entry, Class<?> type, Map<String, Set<Integer>> lines) {
    boolean own = entry.name().equals(type.getName());
    LineTable table = new LineTable(entry, RELEASE);
    return new ClassVisitor(Opcodes.ASM9) {
      @Override
      public MethodVisitor visitMethod(
          int access, String name, String descriptor, String signature, String[] exceptions) {
        Set<Integer> of = lines.computeIfAbsent(name + descriptor, key -> new TreeSet<>());
        if (entry.monitors().areWoven() || !entry.volatiles().isEmpty()) {
          of.add(entry.origin().line());
        }
        ModelLine line = own ? table.find(access, name, descriptor) : null;
        if (line != null) {
          of.add(line.origin().line());
        }
        return null;
      }
    };
  }
}
