package com.acme.shop;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.*;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.*;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.web.servlet.AutoConfigureMockMvc;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.web.servlet.MockMvc;

@SpringBootTest
@AutoConfigureMockMvc
@RaceFree
class MockMvcRacyTest {
  @Autowired MockMvc mvc;

  void load(IntFunction<String> path) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String asked = path.apply(i);
        answers.add(clients.submit(() -> mvc.perform(get(asked)).andExpect(status().isOk())));
      }
      for (Future<?> answer : answers) {
        answer.get();
      }
    } finally {
      clients.shutdown();
    }
  }

  @Test
  void counterOfVisits() throws Exception {
    load(i -> "/visit");
  }

  @Test
  void cacheOfPrices() throws Exception {
    long day = System.nanoTime(); // the service remembers the items of earlier runs
    load(i -> "/price/item" + day + i);
  }
}
