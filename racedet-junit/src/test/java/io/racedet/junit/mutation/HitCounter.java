package io.racedet.junit.mutation;

import io.racedet.junit.agent.model.WovenText;
import io.racedet.junit.agent.model.language.SimpleTypes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves a call of {@link io.racedet.runtime.Hits} into each method to which a line applies. */
final class HitCounter {
  static final String HITS = "io/racedet/runtime/Hits";

  private HitCounter() {}

  /** Must be called before anything else refers to {@link io.racedet.runtime.Hits}. */
  static void defineHits(Instrumentation instrumentation)
      throws IOException, ClassNotFoundException {
    Path jar = Files.createTempFile("hits", ".jar");
    jar.toFile().deleteOnExit();
    try (InputStream in = HitCounter.class.getResourceAsStream('/' + HITS + ".class");
        OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry(HITS + ".class"));
      in.transferTo(out);
    }
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar.toFile()));
    // Woven code runs while classes are loaded, so it must not cause this class to be loaded.
    Class.forName(HITS.replace('/', '.'), true, null);
  }

  /**
   * All classes of the model, with counters.
   *
   * @param calls is filled with what the numbers of the counters stand for: line and method
   */
  static Map<Class<?>, byte[]> weave(WovenText model, List<String> calls) {
    Map<Class<?>, byte[]> counted = new LinkedHashMap<>();
    for (Class<?> type : model.classes()) {
      byte[] woven = model.weave(type.getName()).get(type);
      counted.put(type, weave(woven, model.linesOf(type, woven), calls));
    }
    return counted;
  }

  private static byte[] weave(
      byte[] classFile, Map<String, Set<Integer>> lines, List<String> calls) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
            Set<Integer> numbers = new LinkedHashSet<>();
            for (int line : lines.getOrDefault(name + descriptor, Set.of())) {
              numbers.add(calls.size());
              calls.add(line + "\t" + signature(name, descriptor));
            }
            return counter(out, numbers);
          }
        },
        0);
    return writer.toByteArray();
  }

  /** A method as lines of the model write it. */
  private static String signature(String name, String descriptor) {
    List<String> types = SimpleTypes.namesOf(Type.getArgumentTypes(descriptor));
    return name + '(' + String.join(", ", types) + ')';
  }

  private static MethodVisitor counter(MethodVisitor out, Set<Integer> numbers) {
    return new MethodVisitor(Opcodes.ASM9, out) {
      @Override
      public void visitCode() {
        super.visitCode();
        for (int number : numbers) {
          super.visitLdcInsn(number);
          super.visitMethodInsn(Opcodes.INVOKESTATIC, HITS, "hit", "(I)V", false);
        }
      }
    };
  }
}
