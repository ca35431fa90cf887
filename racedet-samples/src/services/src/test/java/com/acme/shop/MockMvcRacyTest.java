package com.acme.shop;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.*;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.*;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
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

  void load(String path) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        answers.add(clients.submit(() -> mvc.perform(get(path)).andExpect(status().isOk())));
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
    load("/visit");
  }

  @Test
  void cacheOfPrices() throws Exception {
    load("/price/tea" + System.nanoTime()); // the service remembers those of earlier runs
  }
}
