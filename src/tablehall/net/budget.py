from tablehall.hall.budget import Budgets as Budgets
